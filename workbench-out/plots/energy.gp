# Draw it again with: gnuplot energy.gp
reset
set encoding utf8
set terminal svg size 720,440 noenhanced font 'Arial,18' linewidth 1 background '#ffffff'
set output 'energy.svg'

# from SI to the units of the axes
x_scale = 1000000
y_scale = 1000

set title 'Where the energy is' font 'Arial,20' offset 0,-0.3
set tmargin 2.2
set rmargin 3
set xlabel 'time [µs]' offset 0,0.9
set ylabel 'energy [mJ]' offset 0.6,0
set xrange [0:255.7]
set yrange [0:52.5]
set border 3 linewidth 1 linecolor '#404040'
set tics nomirror out scale 0.6
set xtics offset 0,0.4
set grid xtics ytics linetype 1 linewidth 0.6 linecolor '#d8d8d8'
set grid front
set style fill solid 1.0 noborder
set bmargin 4.4
set key at screen 0.54,0.015 bottom center horizontal Left reverse maxcols 3 samplen 2 spacing 1.1

plot 'series.dat' index 6 using ($1*x_scale):(0.0):($2*y_scale) with filledcurves fillcolor '#17375e' title 'kinetic', \
    'series.dat' index 6 using ($1*x_scale):($2*y_scale):($3*y_scale) with filledcurves fillcolor '#b8552b' title 'stored', \
    'series.dat' index 6 using ($1*x_scale):($3*y_scale):($4*y_scale) with filledcurves fillcolor '#62ad89' title 'viscous', \
    '' index 6 using ($1*x_scale):($2*y_scale) with lines linewidth 0.6 linecolor '#202020' notitle, \
    '' index 6 using ($1*x_scale):($3*y_scale) with lines linewidth 0.6 linecolor '#202020' notitle, \
    '' index 6 using ($1*x_scale):($4*y_scale) with lines linewidth 0.6 linecolor '#202020' notitle
