# coppice_wrapper(NAME LANGUAGE SOURCE): the shared library of what SWIG generated for a language, which
# has warnings of its own. It has coppice inside and needs nothing but the system's C library and zlib,
# which the test LANGUAGE.self_contained holds it to; or, with COPPICE_SHARED_BINDINGS, it needs coppice.
#
# The archive is linked as a file: as a target it brings the C++ library along by name, which then is
# not the static one. What nothing calls is left out, as some of that library needs a later system.
function(coppice_wrapper name language source)
  add_library(${name} SHARED ${source})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_compile_options(${name} PRIVATE -fno-strict-aliasing -fvisibility=hidden)
  if(NOT TARGET coppice_static OR COPPICE_SHARED_BINDINGS)
    target_link_libraries(${name} PRIVATE coppice)
    return()
  endif()
  find_package(ZLIB REQUIRED)
  find_package(Threads REQUIRED)
  add_dependencies(${name} coppice_static)
  target_compile_definitions(${name} PRIVATE COPPICE_STATIC)
  target_link_libraries(${name} PRIVATE $<TARGET_FILE:coppice_static> ZLIB::ZLIB Threads::Threads
                        ${CMAKE_DL_LIBS})
  target_link_options(${name} PRIVATE -s -static-libstdc++ LINKER:--exclude-libs,ALL
                      LINKER:--gc-sections)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX
                        LINK_DEPENDS $<TARGET_FILE:coppice_static>)
  add_test(NAME ${language}.self_contained
           COMMAND sh ${PROJECT_SOURCE_DIR}/bindings/swig/self_contained.sh $<TARGET_FILE:${name}>)
endfunction()
