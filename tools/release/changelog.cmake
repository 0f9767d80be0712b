# For cpack: Debian's changelog of this version, made from its section in CHANGELOG.md. Its date is that of
# SOURCE_DATE_EPOCH, so that the same commit gives the same bytes.
file(READ ${CMAKE_CURRENT_LIST_DIR}/../../CHANGELOG.md text)
string(REGEX REPLACE "^# Changelog\n\n## [^\n]*" "" text "${text}")
string(FIND "${text}" "\n## " end)
string(SUBSTRING "${text}" 0 ${end} text)
string(REPLACE "\n  " "\n    " text "${text}")
string(REPLACE "\n- " "\n  * " text "${text}")
string(REGEX REPLACE "\n([A-Z][a-z]+):\n" "\n  [ \\1 ]\n" text "${text}")
string(STRIP "${text}" text)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(file ${CPACK_TEMPORARY_DIRECTORY}/usr/share/doc/${CPACK_PACKAGE_NAME}/changelog)
file(WRITE ${file} "  ${text}\n")
execute_process(COMMAND fmt --tagged-paragraph --width=79 ${file} # each entry by itself
  OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${file} "${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

${text}
 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
execute_process(COMMAND gzip -9n ${file} COMMAND_ERROR_IS_FATAL ANY)
