using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;

namespace Coppice
{
    /// <summary>
    /// Finds the native library: by an environment variable, beside the assembly, in the folders of a NuGet
    /// package, or where the run-time and the system look.
    /// </summary>
    internal static partial class NativeLibrary
    {
        private const string Name = "coppice_csharp";
        private const string Variable = "COPPICE_CSHARP_LIBRARY";

        private static readonly object Lock = new object();
        private static volatile bool isLoaded;

        /// <summary>
        /// To be called before the first call of the library, and outside the method that makes it: Mono
        /// binds what a method calls when it compiles the method.
        /// </summary>
        public static void Load()
        {
            if (isLoaded)
                return;
            lock (Lock)
            {
                if (!isLoaded)
                    LoadFirst();
                isLoaded = true;
            }
        }

        private static void LoadFirst()
        {
            StringBuilder tried = new StringBuilder();
            foreach (string path in Candidates())
            {
                if (TryLoad(path, out string error))
                    return;
                tried.Append("\n  ").Append(path).Append(": ").Append(error);
            }
            throw new DllNotFoundException(
                "coppice's native library for " + RuntimeIdentifier() + " (" +
                RuntimeInformation.OSDescription.Trim() + ") was not found; " + Variable +
                " may name its path. Tried:" + tried);
        }

        private static IEnumerable<string> Candidates()
        {
            string named = Environment.GetEnvironmentVariable(Variable) ?? "";
            if (named.Length > 0)
                yield return Path.GetFullPath(named);
            string file = FileName();
            string identifier = RuntimeIdentifier();
            foreach (string folder in Folders())
            {
                yield return Path.Combine(folder, file);
                yield return Path.Combine(folder, "runtimes", identifier, "native", file);
            }
            yield return file;
        }

        private static IEnumerable<string> Folders()
        {
            string application = AppContext.BaseDirectory;
            yield return application;
            string location = typeof(NativeLibrary).GetTypeInfo().Assembly.Location;
            string own = location.Length == 0 ? "" : Path.GetDirectoryName(location) + "/";
            if (own.Length > 0 && own != application)
                yield return own;
        }

        private static bool Is(OSPlatform platform) => RuntimeInformation.IsOSPlatform(platform);

        private static string FileName()
        {
            if (Is(OSPlatform.Windows))
                return Name + ".dll";
            return "lib" + Name + (Is(OSPlatform.OSX) ? ".dylib" : ".so");
        }

        private static string RuntimeIdentifier()
        {
            string system = Is(OSPlatform.Windows) ? "win" : Is(OSPlatform.OSX) ? "osx" : "linux";
            return system + "-" + RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();
        }
    }
}
