# Runs the port of vcpkg with functions in place of vcpkg's that do as much as can be done without it:
# configure anew, install from the build that there is, and look for what others would change.
# usage: cmake -D PORT_FILE -D BUILD -D WORK -D FEATURES -D VERSION -P vcpkg_port.cmake
cmake_minimum_required(VERSION 3.20)
file(REMOVE_RECURSE ${WORK})
set(CURRENT_PACKAGES_DIR ${WORK}/packages)
set(PORT coppice)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  # Options that nobody reads are misspelt.
  if(status OR said MATCHES "not used by the project")
    message(FATAL_ERROR "${ARGN}: ${said}")
  endif()
endfunction()

function(need)
  foreach(file ${ARGN})
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "${file} is not there")
    endif()
  endforeach()
endfunction()

function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUT_FEATURE_OPTIONS" "FEATURES")
  set(options)
  while(arg_FEATURES)
    list(POP_FRONT arg_FEATURES feature option)
    set(value OFF)
    if(feature IN_LIST FEATURES)
      set(value ON)
    endif()
    list(APPEND options -D${option}=${value})
  endwhile()
  set(${arg_OUT_FEATURE_OPTIONS} ${options} PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
  foreach(shared ON OFF)  # as the triplet asks for
    run(${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${WORK}/build -DCMAKE_BUILD_TYPE=Release
        -DBUILD_SHARED_LIBS=${shared} ${arg_OPTIONS})
  endforeach()
endfunction()

function(vcpkg_cmake_install)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${CURRENT_PACKAGES_DIR})
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${CURRENT_PACKAGES_DIR}/debug)
endfunction()

function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "CONFIG_PATH" "")
  need(${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/coppice-config.cmake)
endfunction()

function(vcpkg_fixup_pkgconfig)
  need(${CURRENT_PACKAGES_DIR}/lib/pkgconfig/coppice.pc)
endfunction()

function(vcpkg_copy_tools)
  cmake_parse_arguments(PARSE_ARGV 0 arg "AUTO_CLEAN" "" "TOOL_NAMES")
  list(TRANSFORM arg_TOOL_NAMES PREPEND ${CURRENT_PACKAGES_DIR}/bin/)
  need(${arg_TOOL_NAMES})
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
  need(${arg_FILE_LIST})
endfunction()

include(${PORT_FILE})
need(${CURRENT_PACKAGES_DIR}/share/coppice/usage)
file(GLOB left RELATIVE ${CURRENT_PACKAGES_DIR} ${CURRENT_PACKAGES_DIR}/share/*
     ${CURRENT_PACKAGES_DIR}/debug/*)
if(NOT left STREQUAL "debug/bin;debug/lib;share/coppice")
  message(FATAL_ERROR "the package also has what it should not: ${left}")
endif()
get_filename_component(folder ${PORT_FILE} DIRECTORY)
file(READ ${folder}/vcpkg.json manifest)
string(JSON version GET ${manifest} version)
if(NOT version STREQUAL VERSION)
  message(FATAL_ERROR "vcpkg.json has version ${version}; expected ${VERSION}")
endif()
