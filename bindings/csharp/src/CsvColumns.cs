namespace Coppice
{
    /// <summary>
    /// What the columns of a CSV table are, by name or by number from 1: those that are not named are
    /// features. For one thread at a time.
    /// </summary>
    public sealed class CsvColumns : NativeObject
    {
        /// <summary>The label is the first column, and features are the others.</summary>
        internal static readonly CsvColumns None = new CsvColumns(new CsvColumnsHandle());

        /// <summary>All columns are features.</summary>
        public CsvColumns() : this(Create()) { }

        private CsvColumns(CsvColumnsHandle handle) : base(handle)
        {
            Handle = handle;
        }

        internal CsvColumnsHandle Handle { get; }

        private static CsvColumnsHandle Create()
        {
            NativeLibrary.Load();
            Capi.csv_columns_create(out CsvColumnsHandle made);
            return made;
        }

        /// <summary>The column of the label.</summary>
        /// <param name="column">Its name, or its number from 1.</param>
        /// <returns>This.</returns>
        public CsvColumns Label(string column)
        {
            Capi.csv_columns_set(this, column, "label");
            return this;
        }

        /// <summary>A column that is a category, although its cells may be numbers.</summary>
        /// <param name="column">Its name, or its number from 1.</param>
        /// <returns>This.</returns>
        public CsvColumns Category(string column)
        {
            Capi.csv_columns_set(this, column, "category");
            return this;
        }

        /// <summary>Reads features as those of a dataset: categories as categories, numbers as numbers.</summary>
        /// <param name="dataset">The dataset.</param>
        /// <returns>This.</returns>
        public CsvColumns Match(Dataset dataset)
        {
            Capi.csv_columns_match_dataset(this, dataset);
            return this;
        }

        /// <summary>Reads features as those that a model was trained on.</summary>
        /// <param name="model">The model.</param>
        /// <returns>This.</returns>
        public CsvColumns Match(Model model)
        {
            Capi.csv_columns_match_model(this, model);
            return this;
        }
    }
}
