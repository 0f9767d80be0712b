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

# agon_page_html(OUTPUT): the HTML, with the hash of all of it as AGON_VERSION unless that is set, and AGON_HEAD.
function(agon_page_html output)
  set(hashes)
  foreach(file ${AGON_PAGE_HTML} ${AGON_PAGE_PIECES} ${AGON_PAGE_FILES})
    file(SHA256 ${file} hash)
    string(APPEND hashes ${hash})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  if(NOT AGON_VERSION)
    string(SHA256 AGON_VERSION "${hashes}")
    string(SUBSTRING ${AGON_VERSION} 0 16 AGON_VERSION)
  endif()
  file(READ ${AGON_PAGE_PIECES} AGON_PIECES)
  configure_file(${AGON_PAGE_HTML} ${output} @ONLY)
  set(AGON_VERSION ${AGON_VERSION} PARENT_SCOPE)
endfunction()
