using System;
using System.Runtime.InteropServices;
#if NET8_0_OR_GREATER
using System.Reflection;
using Runtime = System.Runtime.InteropServices.NativeLibrary;
#endif

namespace Coppice
{
    /// <summary>How a file becomes what calls of the library find.</summary>
    internal static partial class NativeLibrary
    {
#if NET8_0_OR_GREATER
        private static bool TryLoad(string path, out string error)
        {
            try
            {
                IntPtr library = path == FileName()
                    ? Runtime.Load(Name, typeof(NativeLibrary).Assembly, null)
                    : Runtime.Load(path);
                Runtime.SetDllImportResolver(
                    typeof(NativeLibrary).Assembly,
                    (name, assembly, where) => name == Name ? library : IntPtr.Zero);
                error = "";
                return true;
            }
            catch (Exception exception) when (
                exception is DllNotFoundException || exception is BadImageFormatException)
            {
                error = exception.Message;
                return false;
            }
        }
#else
        private const int Now = 2;

        /// <summary>
        /// A library that is loaded is found again by its name, wherever it came from. Where there is no
        /// dlopen, the run-time's own search is all there is.
        /// </summary>
        private static bool TryLoad(string path, out string error)
        {
            error = "";
            try
            {
                if (Is(OSPlatform.Windows) || dlopen(path, Now) != IntPtr.Zero)
                    return true;
                error = Text.FromUtf8(dlerror());
                return false;
            }
            catch (DllNotFoundException)
            {
                return true;
            }
        }

        [DllImport("libdl.so.2")]
        private static extern IntPtr dlopen(string path, int mode);

        [DllImport("libdl.so.2")]
        private static extern IntPtr dlerror();
#endif
    }
}
