# What the page is made of, for both of its homes: agon-match serves these files, protocol/web/wasm makes a folder of
# them. The HTML names the others below a folder with the name of the version: two versions share no address.
set(AGON_PAGE_HTML ${CMAKE_CURRENT_LIST_DIR}/serve.html)
set(AGON_PAGE_PIECES ${CMAKE_CURRENT_LIST_DIR}/pieces.html)
set(AGON_PAGE_FILES agon.css address.js analysis.js app.js board.js connection.js curve.js game.js home.js inline.js main.js new.js parts.js
  picture.js play.js review.js safe.js sound.js storage.js study.js tree.js ui.js variations.js words.js words.de.js)
list(TRANSFORM AGON_PAGE_FILES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
# Only in pages of one file: saved games, reports.
set(AGON_VIEWER_FILES record.js viewer.css viewer.js viewer.words.js)
list(TRANSFORM AGON_VIEWER_FILES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)

# agon_page_copies(VARIABLE FOLDER FILE...): the names of copies in FOLDER without what only those who read the files need:
# comments and indentation are an eighth of what a browser loads. So no text in `...` may have a second line.
function(agon_page_copies variable folder)
  set(copies)
  foreach(file ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME)
    file(READ ${file} text)
    if(name MATCHES "[.]js$")
      string(REGEX REPLACE "\n *(//[^\n]*|/\\*([^*]|\\*+[^*/])*\\*+/)" "" text "\n${text}")
      string(REGEX REPLACE "([][;,{}()]) +// [^\n]*" "\\1" text "${text}")
      string(REGEX REPLACE "\n[ \n]+" "\n" text "${text}")
    elseif(name MATCHES "[.]css$")
      string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" "" text "\n${text}")
      string(REGEX REPLACE "([;,:{}])[ \n]+" "\\1" text "${text}")
      string(REGEX REPLACE ";?[ \n]*([{}])" "\\1" text "${text}")
    endif()
    string(REGEX REPLACE "^\n+" "" text "${text}")
    file(WRITE ${folder}/new/${name} "${text}")
    configure_file(${folder}/new/${name} ${folder}/${name} COPYONLY)
    list(APPEND copies ${folder}/${name})
  endforeach()
  set(${variable} ${copies} PARENT_SCOPE)
endfunction()

# agon_page_html(OUTPUT FILE...): the HTML, with AGON_HEAD, and with the hash of it and of these files as AGON_VERSION
# unless that is set.
function(agon_page_html output)
  set(hashes)
  foreach(file ${AGON_PAGE_HTML} ${AGON_PAGE_PIECES} ${ARGN})
    file(SHA256 ${file} hash)
    string(APPEND hashes ${hash})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  if(NOT AGON_VERSION)
    string(SHA256 AGON_VERSION "${hashes}")
    string(SUBSTRING ${AGON_VERSION} 0 16 AGON_VERSION)
  endif()
  file(READ ${AGON_PAGE_PIECES} AGON_PIECES)
  string(REGEX REPLACE "^<!--[^\n]*\n" "" AGON_PIECES "${AGON_PIECES}")
  configure_file(${AGON_PAGE_HTML} ${output} @ONLY)
  set(AGON_VERSION ${AGON_VERSION} PARENT_SCOPE)
endfunction()
