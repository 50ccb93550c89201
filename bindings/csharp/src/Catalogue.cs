using System;
using System.Collections.Generic;

namespace Coppice
{
    /// <summary>What there is by name, with the tables of options that the library checks by.</summary>
    public sealed unsafe class Catalogue
    {
        private readonly int number;

        private Catalogue(int number)
        {
            this.number = number;
        }

        /// <summary>Training methods.</summary>
        public static Catalogue Methods { get; } = new Catalogue(1);

        /// <summary>Pools of weak learners.</summary>
        public static Catalogue Pools { get; } = new Catalogue(2);

        /// <summary>Distributions to draw datasets from.</summary>
        public static Catalogue Generators { get; } = new Catalogue(3);

        /// <summary>Criteria of predictions.</summary>
        public static Catalogue Criteria { get; } = new Catalogue(4);

        /// <summary>Kernels.</summary>
        public static Catalogue Kernels { get; } = new Catalogue(5);

        /// <summary>The version of the native library.</summary>
        public static string Version
        {
            get
            {
                NativeLibrary.Load();
                return Capi.version();
            }
        }

        /// <summary>The entries, in the catalogue's order.</summary>
        public IReadOnlyList<CatalogueEntry> Entries
        {
            get
            {
                NativeLibrary.Load();
                long size;
                Capi.catalogue_size(number, &size);
                CatalogueEntry[] entries = new CatalogueEntry[size];
                for (long k = 0; k < size; ++k)
                {
                    Capi.catalogue_name(number, k, out IntPtr name);
                    Capi.catalogue_help(number, k, out IntPtr help);
                    entries[k] = new CatalogueEntry(this, k, Text.FromUtf8(name), Text.FromUtf8(help));
                }
                return entries;
            }
        }

        /// <summary>The options of a method, a pool or a kernel.</summary>
        /// <param name="name">Its name.</param>
        /// <returns>What they take, and are for.</returns>
        public IReadOnlyList<OptionDescription> Options(string name)
        {
            NativeLibrary.Load();
            long size;
            Capi.option_count(number, name, &size);
            OptionDescription[] options = new OptionDescription[size];
            for (long k = 0; k < size; ++k)
            {
                long index = k;
                options[k] = new OptionDescription(attribute =>
                {
                    Capi.option_attribute(number, name, index, attribute, out IntPtr text);
                    return Text.FromUtf8(text);
                });
            }
            return options;
        }

        internal string Attribute(long index, string attribute)
        {
            Capi.catalogue_attribute(number, index, attribute, out IntPtr text);
            return Text.FromUtf8(text);
        }
    }

    /// <summary>A method, pool, generator, criterion or kernel.</summary>
    public sealed class CatalogueEntry
    {
        private readonly Catalogue catalogue;
        private readonly long index;

        internal CatalogueEntry(Catalogue catalogue, long index, string name, string help)
        {
            this.catalogue = catalogue;
            this.index = index;
            Name = name;
            Help = help;
        }

        /// <summary>By which everything asks for it.</summary>
        public string Name { get; }

        /// <summary>A line of help.</summary>
        public string Help { get; }

        /// <summary>More about it.</summary>
        /// <param name="name"><c>tasks</c>, <c>takes</c>, <c>pool</c>, <c>missing</c>, <c>categories</c> or
        /// <c>better</c>.</param>
        /// <returns>Empty where the entry does not have it.</returns>
        public string Attribute(string name) => catalogue.Attribute(index, name);
    }

    /// <summary>An option of a method, a pool or a kernel.</summary>
    public sealed class OptionDescription
    {
        internal OptionDescription(Func<string, string> attribute)
        {
            Name = attribute("name");
            Type = attribute("type");
            Default = attribute("default");
            Range = attribute("range");
            Choices = attribute("choices");
            Help = attribute("help");
        }

        /// <summary>By which it is set.</summary>
        public string Name { get; }

        /// <summary><c>double</c>, <c>int</c> or <c>string</c>.</summary>
        public string Type { get; }

        /// <summary>Its value where it is not set, as text.</summary>
        public string Default { get; }

        /// <summary>Such as <c>0 &lt; C</c>; empty where every value of the type will do.</summary>
        public string Range { get; }

        /// <summary>The values between '|'; empty where there is no choice of values.</summary>
        public string Choices { get; }

        /// <summary>What it is for.</summary>
        public string Help { get; }
    }
}
