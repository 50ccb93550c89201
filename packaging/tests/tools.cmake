# The tools that tests need beside what the library needs. What lacks its tool is left out, and a
# note says so; where COPPICE_REQUIRE_ALL_TESTS is set, as in the presets, that is an error. Every
# tool is a cache variable: OFF does without it.
find_path(COPPICE_CMOCKA_INCLUDE NAMES cmocka.h)
find_library(COPPICE_CMOCKA NAMES cmocka)
find_path(COPPICE_LIBSVM_INCLUDE NAMES libsvm/svm.h)
find_library(COPPICE_LIBSVM NAMES svm)
find_path(COPPICE_CLP_INCLUDE NAMES coin/Clp_C_Interface.h)
find_library(COPPICE_CLP NAMES Clp)
find_program(COPPICE_PKG_CONFIG NAMES pkg-config)
find_program(COPPICE_PYTHON NAMES python3 HINTS /usr/bin)
find_program(COPPICE_ABIDIFF NAMES abidiff)
find_program(COPPICE_DPKG_SHLIBDEPS NAMES dpkg-shlibdeps)
find_program(COPPICE_BASH NAMES bash)
find_program(COPPICE_FISH NAMES fish)
find_program(COPPICE_ZSH NAMES zsh)
find_program(COPPICE_CLANG NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)
mark_as_advanced(COPPICE_CMOCKA_INCLUDE COPPICE_CMOCKA COPPICE_LIBSVM_INCLUDE COPPICE_LIBSVM
                 COPPICE_CLP_INCLUDE COPPICE_CLP COPPICE_PKG_CONFIG COPPICE_PYTHON
                 COPPICE_ABIDIFF COPPICE_DPKG_SHLIBDEPS COPPICE_BASH COPPICE_FISH COPPICE_ZSH
                 COPPICE_CLANG)

# coppice_find_packages(VARIABLE LANGUAGE COMMAND...): whether the packages are there that the binding of
# the language and its tests take: the command, which loads them, succeeds.
function(coppice_find_packages variable language)
  if(DEFINED ${variable} OR NOT ARGN)
    return()
  endif()
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE lacks_packages OUTPUT_QUIET ERROR_QUIET)
  if(NOT lacks_packages)
    set(${variable} ON CACHE BOOL "Test the binding of ${language}")
    mark_as_advanced(${variable})
  endif()
endfunction()
coppice_find_packages(COPPICE_PYTHON_PACKAGES Python ${COPPICE_PYTHON} -c
  "import setuptools, cffi, numpy, pandas, pip, pytest, scipy, sklearn, wheel")

# A terminal whose screen can be read back.
coppice_find_packages(COPPICE_PYTE pyte ${COPPICE_PYTHON} -c "import pyte")

# The tools of Java's binding.
find_program(COPPICE_SWIG NAMES swig swig4.0)
find_program(COPPICE_JAVAC NAMES javac)
find_file(COPPICE_JUNIT NAMES junit-platform-console-standalone.jar PATHS /usr/share/java)
mark_as_advanced(COPPICE_SWIG COPPICE_JAVAC COPPICE_JUNIT)
set(COPPICE_JAVA_TOOLS OFF)
if(COPPICE_SWIG AND COPPICE_JAVAC AND COPPICE_JUNIT)
  file(REAL_PATH ${COPPICE_JAVAC} javac)
  get_filename_component(java_folder ${javac} DIRECTORY)
  set(COPPICE_JAVA ${java_folder}/java)
  set(COPPICE_JAR ${java_folder}/jar)
  set(COPPICE_JAVADOC ${java_folder}/javadoc)
  get_filename_component(java_folder ${java_folder} DIRECTORY)
  set(COPPICE_JNI_INCLUDE ${java_folder}/include)
  if(EXISTS ${COPPICE_JNI_INCLUDE}/linux/jni_md.h)
    set(COPPICE_JAVA_TOOLS ON)
  endif()
  # As Java calls it in the property os.arch.
  set(COPPICE_JAVA_ARCHITECTURE ${CMAKE_SYSTEM_PROCESSOR})
  if(COPPICE_JAVA_ARCHITECTURE STREQUAL x86_64)
    set(COPPICE_JAVA_ARCHITECTURE amd64)
  endif()
endif()

# The tools of R's binding, and the packages that it, its vignette and its tests take.
find_program(COPPICE_R NAMES R)
find_program(COPPICE_RSCRIPT NAMES Rscript)
find_program(COPPICE_PANDOC NAMES pandoc)
find_program(COPPICE_QPDF NAMES qpdf)
mark_as_advanced(COPPICE_R COPPICE_RSCRIPT COPPICE_PANDOC COPPICE_QPDF)
coppice_find_packages(COPPICE_R_PACKAGES R ${COPPICE_RSCRIPT} --vanilla -e
  "stopifnot(c('jsonlite', 'knitr', 'Matrix', 'rmarkdown', 'testthat') %in% .packages(TRUE))")
set(COPPICE_R_TOOLS OFF)
if(COPPICE_SWIG AND COPPICE_R AND COPPICE_PANDOC AND COPPICE_QPDF AND COPPICE_R_PACKAGES)
  set(COPPICE_R_TOOLS ON)
endif()

# The tools of C#'s binding; the .NET SDK is used where it is, beside Mono.
find_program(COPPICE_MCS NAMES mcs mono-csc)
find_program(COPPICE_MONO NAMES mono)
find_program(COPPICE_DOTNET NAMES dotnet)
mark_as_advanced(COPPICE_MCS COPPICE_MONO COPPICE_DOTNET)
set(COPPICE_CSHARP_TOOLS OFF)
if(COPPICE_SWIG AND ((COPPICE_MCS AND COPPICE_MONO) OR COPPICE_DOTNET))
  set(COPPICE_CSHARP_TOOLS ON)
endif()
# As .NET calls it.
set(COPPICE_DOTNET_ARCHITECTURE ${CMAKE_SYSTEM_PROCESSOR})
if(COPPICE_DOTNET_ARCHITECTURE STREQUAL x86_64)
  set(COPPICE_DOTNET_ARCHITECTURE x64)
elseif(COPPICE_DOTNET_ARCHITECTURE STREQUAL aarch64)
  set(COPPICE_DOTNET_ARCHITECTURE arm64)
endif()

# A locale with a decimal comma, which C programs ask for by this name.
if(NOT DEFINED COPPICE_COMMA_LOCALE)
  execute_process(COMMAND locale -a OUTPUT_VARIABLE locales ERROR_QUIET)
  string(FIND "${locales}" "de_DE.utf8" place)
  set(COPPICE_COMMA_LOCALE OFF)
  if(NOT place EQUAL -1)
    set(COPPICE_COMMA_LOCALE ON)
  endif()
endif()

# coppice_leave_out(TOOL PACKAGE WHAT...): says that the tool is missing, and what is not there
# without it.
function(coppice_leave_out tool package)
  if(NOT ARGN)
    return()
  endif()
  list(JOIN ARGN ", " what)
  set(note "${tool} was not found (Debian: ${package}): left out: ${what}")
  if(COPPICE_REQUIRE_ALL_TESTS)
    message(SEND_ERROR "${note}; COPPICE_REQUIRE_ALL_TESTS forbids that")
  else()
    message(STATUS "${note}")
  endif()
endfunction()

# coppice_leave_out_users(SOURCES PREFIX PATTERN TOOL PACKAGE): takes those files off the list that
# have the pattern in a line, as users of a tool that is missing. The test of the file NAME.sh or
# NAME_test.c is called PREFIX.NAME.
function(coppice_leave_out_users sources prefix pattern tool package)
  set(kept)
  set(names)
  foreach(source ${${sources}})
    file(STRINGS ${source} uses REGEX "${pattern}" LIMIT_COUNT 1)
    if(uses)
      get_filename_component(name ${source} NAME_WE)
      string(REGEX REPLACE "_test$" "" name ${name})
      list(APPEND names ${prefix}.${name})
    else()
      list(APPEND kept ${source})
    endif()
  endforeach()
  set(${sources} ${kept} PARENT_SCOPE)
  coppice_leave_out(${tool} ${package} ${names})
endfunction()
