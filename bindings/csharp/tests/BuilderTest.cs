using System;
using System.Globalization;
using System.Linq;
using System.Reflection;
using Xunit;

namespace Coppice.Tests
{
    /// <summary>Builders have what the catalogue has, and build what is built by name.</summary>
    public class BuilderTest
    {
        private static string Camel(string name) => string.Concat(
            name.Split('-', '_').Select(word => char.ToUpperInvariant(word[0]) + word.Substring(1)));

        private static T Builder<T>(Type among, string name)
        {
            Type type = among.GetNestedType(Camel(name));
            Assert.True(type != null, "there is no builder of " + name);
            return (T)Activator.CreateInstance(type);
        }

        private static object ValueOf(OptionDescription option, string text)
        {
            if (option.Type == "int")
                return long.Parse(text, CultureInfo.InvariantCulture);
            return option.Type == "double" ? double.Parse(text, CultureInfo.InvariantCulture) : (object)text;
        }

        private static PropertyInfo PropertyOf(object builder, OptionDescription option)
        {
            PropertyInfo property = builder.GetType().GetProperty(Camel(option.Name));
            Assert.True(property != null, "there is no property of " + option.Name);
            Assert.Equal(ValueOf(option, option.Default), property.GetValue(builder));
            return property;
        }

        [Fact]
        public void EveryOptionOfEveryMethodIsSetByItsDefault()
        {
            int options = 0;
            foreach (CatalogueEntry method in Catalogue.Methods.Entries)
            {
                SolverBuilder builder = Builder<SolverBuilder>(typeof(Methods), method.Name);
                foreach (OptionDescription option in Catalogue.Methods.Options(method.Name))
                {
                    PropertyOf(builder, option).SetValue(builder, ValueOf(option, option.Default));
                    PropertyOf(builder, option);
                    ++options;
                }
                using (Solver solver = builder.Build())
                    foreach (OptionDescription option in Catalogue.Methods.Options(method.Name))
                        Assert.Equal(
                            ValueOf(option, option.Default),
                            ValueOf(option, solver[option.Name].ToString()));
            }
            Assert.True(options > 100);
        }

        [Fact]
        public void EveryOptionOfEveryPoolIsThere()
        {
            foreach (CatalogueEntry pool in Catalogue.Pools.Entries)
                foreach (OptionDescription option in Catalogue.Pools.Options(pool.Name))
                    PropertyOf(Builder<PoolBuilder>(typeof(Pools), pool.Name), option);
            using (Pool pool = new Pools.Fourier { Gamma = 0.5 }.Build())
                Assert.Equal("fourier(gamma=0.5)", pool.ToString());
        }

        [Fact]
        public void WhatIsBuiltIsWhatIsSetByName()
        {
            using (Dataset data = Sets.Small())
            using (Pool pool = new Pools.Tree { Depth = 2 }.Build())
            using (Solver built = new Methods.Cgens { C = 0.1, Learners = 9 }.Build().SetPool(pool))
            using (Solver named = new Solver("cgens") { ["C"] = 0.1, ["learners"] = 9 }.SetPool("tree(depth=2)"))
            using (Model first = built.Fit(data))
            using (Model second = named.Fit(data))
                Assert.Equal(second.GetArray("weights"), first.GetArray("weights"));
        }

        [Fact]
        public void WhatTheLibraryRefusesIsRefusedWhenBuilt()
        {
            CoppiceException error =
                Assert.Throws<CoppiceException>(() => new Methods.Cgens { C = -1 }.Build());
            Assert.Equal("option C of method cgens is -1; expected 1e-50 <= C <= 1e50", error.Message);
            Assert.Throws<CoppiceException>(() => new Methods.Cgens { ["c"] = 1 }.Build());
        }
    }
}
