package org.coppice;

import java.util.Objects;

/**
 * What the columns of a CSV table are, by name or by number from 1: those that are not named are features.
 * For one thread at a time.
 */
public final class CsvColumns extends Handle {
  /** All columns are features. */
  public CsvColumns() {
    super(made(Capi::csv_columns_create), Capi::csv_columns_free);
  }

  /**
   * The column of the label.
   *
   * @param column its name or its number; null for none, whatever is matched
   * @return this
   */
  public CsvColumns label(String column) {
    return set(column, "label");
  }

  /**
   * The column of the weight of each row, 0 or a number from 1e-50 to 1e50.
   *
   * @param column its name or its number; null for none, whatever is matched
   * @return this
   */
  public CsvColumns weight(String column) {
    return set(column, "weight");
  }

  /**
   * The column of the name of each row ({@link Dataset#rowNames}).
   *
   * @param column its name or its number; null for none, whatever is matched
   * @return this
   */
  public CsvColumns id(String column) {
    return set(column, "id");
  }

  /**
   * Columns that are categories, although their cells may be numbers.
   *
   * @param columns their names or their numbers
   * @return this
   */
  public CsvColumns category(String... columns) {
    return setAll(columns, "category");
  }

  /**
   * Columns that are not read, whatever their cells hold.
   *
   * @param columns their names or their numbers
   * @return this
   */
  public CsvColumns ignore(String... columns) {
    return setAll(columns, "ignore");
  }

  /**
   * Reads a table like that of a dataset: it has the same features and, where it has columns of the same
   * names, also the same label, id and weight, unless another is set here.
   *
   * @param data the dataset
   * @return this
   */
  public CsvColumns match(Dataset data) {
    call(data, Capi::csv_columns_match_dataset);
    return this;
  }

  /**
   * Reads a table like that of a model's training: it has the same features and, where it has columns of
   * the same names, also the same label and id, unless another is set here.
   *
   * @param model the model
   * @return this
   */
  public CsvColumns match(Model model) {
    call(model, Capi::csv_columns_match_model);
    return this;
  }

  private CsvColumns setAll(String[] columns, String role) {
    for (String column : columns) set(Objects.requireNonNull(column, "column"), role);
    return this;
  }

  private CsvColumns set(String column, String role) {
    call(self -> Capi.csv_columns_set(self, column, role));
    return this;
  }
}
