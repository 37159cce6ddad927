# Draw it again with: gnuplot velocities.gp
reset
set encoding utf8
set terminal svg size 720,440 noenhanced font 'Arial,18' linewidth 1 background '#ffffff'
set output 'velocities.svg'

# from SI to the units of the axes
x_scale = 1000000
y_scale = 1

set title 'Velocities of the bodies' font 'Arial,20' offset 0,-0.3
set tmargin 2.2
set rmargin 3
set xlabel 'time [µs]' offset 0,0.9
set ylabel 'velocity [m/s]' offset 0.6,0
set xrange [0:260.814]
set yrange [0:1.05]
set border 3 linewidth 1 linecolor '#404040'
set tics nomirror out scale 0.6
set xtics offset 0,0.4
set grid xtics ytics linetype 1 linewidth 0.6 linecolor '#d8d8d8'
set xzeroaxis linetype 1 linewidth 0.8 linecolor '#808080'
set bmargin 4.4
set key at screen 0.54,0.015 bottom center horizontal Left reverse maxcols 2 samplen 2 spacing 1.1

plot 'series.dat' index 4 using ($1*x_scale):($2*y_scale) with lines linewidth 2.2 dashtype solid linecolor '#17375e' title 'body 1', \
    'series.dat' index 5 using ($1*x_scale):($2*y_scale) with lines linewidth 2.2 dashtype (14,5) linecolor '#c2571a' title 'body 2'
