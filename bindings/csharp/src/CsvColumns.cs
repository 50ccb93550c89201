using System;

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
        public CsvColumns Label(string column) => Set(column, "label");

        /// <summary>No column is the label, whatever is matched.</summary>
        /// <returns>This.</returns>
        public CsvColumns NoLabel() => SetNone("label");

        /// <summary>The column of the weight of each row, 0 or a number from 1e-50 to 1e50.</summary>
        /// <param name="column">Its name, or its number from 1.</param>
        /// <returns>This.</returns>
        public CsvColumns Weight(string column) => Set(column, "weight");

        /// <summary>No column is the weight, whatever is matched.</summary>
        /// <returns>This.</returns>
        public CsvColumns NoWeight() => SetNone("weight");

        /// <summary>The column of the name of each row, <see cref="Dataset.RowNames"/>.</summary>
        /// <param name="column">Its name, or its number from 1.</param>
        /// <returns>This.</returns>
        public CsvColumns Id(string column) => Set(column, "id");

        /// <summary>No column is the name of its row, whatever is matched.</summary>
        /// <returns>This.</returns>
        public CsvColumns NoId() => SetNone("id");

        /// <summary>A column that is a category, although its cells may be numbers.</summary>
        /// <param name="column">Its name, or its number from 1.</param>
        /// <returns>This.</returns>
        public CsvColumns Category(string column) => Set(column, "category");

        /// <summary>A column that is not read, whatever its cells hold.</summary>
        /// <param name="column">Its name, or its number from 1.</param>
        /// <returns>This.</returns>
        public CsvColumns Ignore(string column) => Set(column, "ignore");

        /// <summary>
        /// Reads a table like that of a dataset: it has the same features and, where it has columns of the
        /// same names, also the same label, id and weight, unless another is set here.
        /// </summary>
        /// <param name="dataset">The dataset.</param>
        /// <returns>This.</returns>
        public CsvColumns Match(Dataset dataset)
        {
            Capi.csv_columns_match_dataset(this, dataset);
            return this;
        }

        /// <summary>
        /// Reads a table like that of a model's training: it has the same features and, where it has columns
        /// of the same names, also the same label and id, unless another is set here.
        /// </summary>
        /// <param name="model">The model.</param>
        /// <returns>This.</returns>
        public CsvColumns Match(Model model)
        {
            Capi.csv_columns_match_model(this, model);
            return this;
        }

        private CsvColumns Set(string column, string role)
        {
            if (column == null)
                throw new ArgumentNullException(nameof(column));
            Capi.csv_columns_set(this, column, role);
            return this;
        }

        private CsvColumns SetNone(string role)
        {
            Capi.csv_columns_set(this, null, role);
            return this;
        }
    }
}
