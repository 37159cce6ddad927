# Turns the files of a folder into C arrays, so that CSS and JavaScript are edited as what they are:
# assets/animation.js becomes asset_animation_js, closed by a zero. assets.h declares all of them.
#
#   cmake -DFOLDER=assets -DOUT=build/assets -P embed.cmake

file(GLOB files ${FOLDER}/*)
set(header "#ifndef ASSETS_H\n#define ASSETS_H\n\n")
set(body "#include \"assets.h\"\n")
foreach(file ${files})
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER asset_${name} symbol)
    file(READ ${file} bytes HEX)
    # characters one by one: a string literal has a limit of 4095
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
    string(APPEND header "extern const char ${symbol}[];\n")
    string(APPEND body "const char ${symbol}[] = {${bytes}0};\n")
endforeach()
file(WRITE ${OUT}/assets.h "${header}\n#endif\n")
file(WRITE ${OUT}/assets.c "${body}")
