using System;
using System.Collections.Generic;

namespace Coppice
{
    /// <summary>What the rows and columns of a dataset are called, and what is to be learned.</summary>
    public sealed unsafe partial class Dataset
    {
        /// <summary>The labels that classes stand for, in the order of the classes.</summary>
        public IReadOnlyList<string> Classes
        {
            get
            {
                long count;
                Capi.dataset_classes(this, &count);
                return Texts(count, k => (room, capacity, needed) =>
                    Native.dataset_class_name(Handle, k, room, capacity, needed));
            }
        }

        /// <summary>The names of the features; empty texts where they have none.</summary>
        public IReadOnlyList<string> FeatureNames =>
            Texts(Features, k => (room, capacity, needed) =>
                Native.dataset_feature_name(Handle, k, room, capacity, needed));

        /// <summary>The levels of a feature.</summary>
        /// <param name="feature">Which.</param>
        /// <returns>Their names; none where the feature is numbers.</returns>
        public IReadOnlyList<string> Levels(long feature)
        {
            long count;
            Capi.dataset_levels(this, feature, &count);
            return Texts(count, k => (room, capacity, needed) =>
                Native.dataset_level_name(Handle, feature, k, room, capacity, needed));
        }

        /// <summary>
        /// The columns of the table that the features were read from, by their numbers from 1; 0 where that
        /// was not CSV.
        /// </summary>
        public IReadOnlyList<long> FeatureColumns
        {
            get
            {
                long[] columns = new long[Features];
                fixed (long* pinned = columns)
                    for (int d = 0; d < columns.Length; ++d)
                        Capi.dataset_feature_column(this, d, pinned + d);
                return columns;
            }
        }

        /// <summary>
        /// The column of the table that the labels were read from: its name, or its number where the table
        /// has no header. Without labels it is empty.
        /// </summary>
        public string LabelColumn =>
            TextOf((room, capacity, needed) =>
                Native.dataset_label_column(Handle, room, capacity, needed));

        /// <summary>
        /// The names of the rows, from the column that is the id (<see cref="CsvColumns.Id"/>); empty texts
        /// where they have none.
        /// </summary>
        public IReadOnlyList<string> RowNames =>
            Texts(Rows, i => (room, capacity, needed) =>
                Native.dataset_row_name(Handle, i, room, capacity, needed));

        /// <summary>The label of every row, a number; replaces what was there.</summary>
        /// <param name="labels">One a row.</param>
        /// <returns>This.</returns>
        public Dataset SetLabels(params double[] labels) => SetLabels(labels.AsSpan());

        /// <summary>The label of every row, a number; replaces what was there.</summary>
        /// <param name="labels">One a row.</param>
        /// <returns>This.</returns>
        public Dataset SetLabels(ReadOnlySpan<double> labels)
        {
            fixed (double* pinned = labels)
                Capi.dataset_set_labels(this, pinned, labels.Length);
            return this;
        }

        /// <summary>The label of every row, a name; replaces what was there.</summary>
        /// <param name="labels">One a row.</param>
        /// <returns>This.</returns>
        public Dataset SetLabels(params string[] labels)
        {
            using (TextList texts = new TextList(labels, nameof(labels)))
                Capi.dataset_set_label_names(this, texts.Pointers, texts.Count);
            return this;
        }

        /// <summary>The numbers to be predicted; replaces what was there.</summary>
        /// <param name="targets">Row after row.</param>
        /// <param name="outputs">How many a row.</param>
        /// <returns>This.</returns>
        public Dataset SetTargets(ReadOnlySpan<double> targets, long outputs)
        {
            fixed (double* pinned = targets)
                Capi.dataset_set_targets(this, pinned, targets.Length, outputs);
            return this;
        }

        /// <summary>The weight of every row.</summary>
        /// <param name="weights">One a row.</param>
        /// <returns>This.</returns>
        public Dataset SetWeights(params double[] weights) => SetWeights(weights.AsSpan());

        /// <summary>The weight of every row.</summary>
        /// <param name="weights">One a row.</param>
        /// <returns>This.</returns>
        public Dataset SetWeights(ReadOnlySpan<double> weights)
        {
            fixed (double* pinned = weights)
                Capi.dataset_set_weights(this, pinned, weights.Length);
            return this;
        }

        /// <summary>The name of every feature, by which models find them.</summary>
        /// <param name="names">Distinct.</param>
        /// <returns>This.</returns>
        public Dataset SetFeatureNames(params string[] names)
        {
            using (TextList texts = new TextList(names, nameof(names)))
                Capi.dataset_set_feature_names(this, texts.Pointers, texts.Count);
            return this;
        }

        /// <summary>Makes a feature categorical: its values are the places of their levels.</summary>
        /// <param name="feature">Which.</param>
        /// <param name="levels">Their names, distinct.</param>
        /// <returns>This.</returns>
        public Dataset SetLevels(long feature, params string[] levels)
        {
            using (TextList texts = new TextList(levels, nameof(levels)))
                Capi.dataset_set_levels(this, feature, texts.Pointers, texts.Count);
            return this;
        }

        /// <summary>Calls a group of features a view, to restrict pools and kernels to it.</summary>
        /// <param name="name">Of the view.</param>
        /// <param name="features">Distinct.</param>
        /// <returns>This.</returns>
        public Dataset AddView(string name, params long[] features)
        {
            fixed (long* pinned = features)
                Capi.dataset_add_view(this, name, pinned, Length(features));
            return this;
        }

        /// <summary>The values of a row.</summary>
        /// <param name="row">Its number.</param>
        /// <returns>The values, NaN where they are missing.</returns>
        public double[] Row(long row)
        {
            double[] values = new double[Features];
            CopyRow(row, values);
            return values;
        }

        /// <summary>The values of a row, NaN where they are missing.</summary>
        /// <param name="row">Its number.</param>
        /// <param name="values">Where they go.</param>
        public void CopyRow(long row, Span<double> values)
        {
            fixed (double* pinned = values)
                Capi.dataset_copy_row(this, row, pinned, values.Length);
        }

        /// <summary>The class of every row.</summary>
        /// <returns>Indices of <see cref="Classes"/>.</returns>
        public long[] Labels()
        {
            long[] labels = new long[Rows];
            fixed (long* pinned = labels)
                Capi.dataset_copy_labels(this, pinned, labels.Length);
            return labels;
        }

        /// <summary>The numbers to be predicted.</summary>
        /// <returns>Row after row.</returns>
        public double[] Targets()
        {
            double[] targets = new double[Rows * Outputs];
            fixed (double* pinned = targets)
                Capi.dataset_copy_targets(this, pinned, targets.Length);
            return targets;
        }

        /// <summary>The weight of every row.</summary>
        /// <returns>One a row.</returns>
        public double[] Weights()
        {
            double[] weights = new double[Rows];
            fixed (double* pinned = weights)
                Capi.dataset_copy_weights(this, pinned, weights.Length);
            return weights;
        }

        /// <summary>Null has no elements: the library says what is missing.</summary>
        private static long Length(long[] numbers) => numbers == null ? 0 : numbers.Length;
    }
}
