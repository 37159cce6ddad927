# Draw it again with: gnuplot force-indentation.gp
reset
set encoding utf8
set terminal svg size 720,440 noenhanced font 'Arial,18' linewidth 1 background '#ffffff'
set output 'force-indentation.svg'

# from SI to the units of the axes
x_scale = 1000000
y_scale = 1

set title 'Force against indentation' font 'Arial,20' offset 0,-0.3
set tmargin 2.2
set rmargin 3
set xlabel 'indentation [µm]' offset 0,0.9
set ylabel 'force [N]' offset 0.6,0
set xrange [0:73.7438]
set yrange [0:715.825]
set border 3 linewidth 1 linecolor '#404040'
set tics nomirror out scale 0.6
set xtics offset 0,0.4
set grid xtics ytics linetype 1 linewidth 0.6 linecolor '#d8d8d8'
set xzeroaxis linetype 1 linewidth 0.8 linecolor '#808080'
set bmargin 3.0
unset key

plot 'series.dat' index 0 using ($1*x_scale):($2*y_scale) with lines linewidth 2.2 dashtype solid linecolor '#17375e' title 'force'
