# usage: cmake -Dparts=FOLDER -Dfolder=FOLDER -P page_folder.cmake
#
# Makes the folder of a page without a server from its parts. A version of the page is one unit: everything but
# what a browser has to find by name lies in a folder whose name is a hash of everything, so two versions share no
# address.
include(${CMAKE_CURRENT_LIST_DIR}/../page/files.cmake)
set(root index.html agon.webmanifest)
set(files)
foreach(file ${AGON_PAGE_FILES} ${AGON_VIEWER_FILES} room.js agon.js serve-engine.js text.js worker.js agon-worker.js agon-worker.wasm)
  get_filename_component(name ${file} NAME)
  list(APPEND files ${name})
endforeach()
set(scripts ${files})
list(FILTER scripts INCLUDE REGEX "\\.js$")
list(REMOVE_ITEM scripts agon-worker.js) # the compiler's
set(nnue ${CMAKE_CURRENT_LIST_DIR}/../../../search/nnue)
file(GLOB networks RELATIVE ${nnue} ${nnue}/networks/*.net)
list(TRANSFORM networks APPEND .gz)
file(SHA256 ${CMAKE_CURRENT_LIST_FILE} hashes)
foreach(file ${root} offline.js ${files} ${networks})
  file(SHA256 ${parts}/${file} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 AGON_VERSION "${hashes}")
string(SUBSTRING ${AGON_VERSION} 0 16 AGON_VERSION)
file(REMOVE_RECURSE ${folder})
foreach(file ${files} ${networks})
  configure_file(${parts}/${file} ${folder}/${AGON_VERSION}/${file} COPYONLY)
endforeach()
list(TRANSFORM files PREPEND ${AGON_VERSION}/)
list(JOIN files " " AGON_FILES)
list(TRANSFORM networks PREPEND ${AGON_VERSION}/)
list(JOIN networks " " AGON_NETWORKS)
foreach(file ${root} offline.js)
  configure_file(${parts}/${file} ${folder}/${file} @ONLY)
endforeach()

# Modules of the page have addresses in place of the names that an import map would resolve.
foreach(file ${scripts})
  file(READ ${folder}/${AGON_VERSION}/${file} script)
  string(REPLACE "\"agon/" "\"./" script "${script}")
  file(WRITE ${folder}/${AGON_VERSION}/${file} "${script}")
endforeach()
