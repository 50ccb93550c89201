"""Datasets are the same from whatever holds the numbers."""
import numpy
import pandas
import pytest
import scipy.sparse

import coppice
from conftest import DATA


def values_of(data):
    return numpy.array([data.row(i) for i in range(data.rows)])


def layouts(x):
    wide = numpy.zeros((2 * x.shape[0], 3 * x.shape[1]))
    wide[::2, ::3] = x
    return {"rows": x, "columns": numpy.asfortranarray(x), "gaps": wide[::2, ::3], "reversed": x[::-1][::-1],
            "turned": x[:, ::-1][:, ::-1], "list": x.tolist(), "big-endian": x.astype(">f8"),
            "broadcast": numpy.broadcast_to(x, (1, *x.shape))[0]}


@pytest.mark.parametrize("layout", layouts(numpy.zeros((2, 2))))
def test_every_layout_has_the_same_values(rows, layout):
    x, y = rows
    data = coppice.Dataset(layouts(x)[layout], y)
    assert (values_of(data) == x).all()
    assert (data.rows, data.features, len(data)) == (100, 4, 100)
    model = coppice.Solver("cgens", learners=5).fit(data)
    expected = model.predict(data, output="decision")
    assert (model.predict(layouts(x)[layout], output="decision") == expected).all()


def test_rows_that_overlap_are_copied():
    x = numpy.lib.stride_tricks.sliding_window_view(numpy.arange(12.0), 3)
    assert (values_of(coppice.Dataset(x)) == x).all()


def test_floats_whole_numbers_and_booleans_are_numbers(rows):
    x = numpy.round(rows[0] * 4)
    for kind in ("f4", "i4", "u1", "?"):
        assert (values_of(coppice.Dataset(x.astype(kind))) == x.astype(kind).astype(float)).all()


def test_sparse_rows_are_dense_rows(rows):
    x, _ = rows
    x[x < 0.5] = 0
    x[3, 2] = numpy.nan
    entries = scipy.sparse.coo_matrix((numpy.r_[x.ravel() / 2, x.ravel() / 2],
                                       (numpy.tile(numpy.repeat(range(100), 4), 2), numpy.tile(range(4), 200))),
                                      shape=x.shape)
    for matrix in (entries, scipy.sparse.csc_matrix(x), scipy.sparse.csr_matrix(x)[::-1][::-1]):
        assert numpy.array_equal(values_of(coppice.Dataset(matrix)), x, equal_nan=True)


def test_columns_of_a_frame_have_names_and_levels():
    frame = pandas.DataFrame({"size": [1.5, 2, numpy.nan, 4], "colour": ["red", "blue", None, "red"],
                              "grade": pandas.Categorical(["b", "a", "a", "b"], categories=["b", "a", "c"]),
                              "sold": [True, False, True, True]})
    data = coppice.Dataset(frame, ["yes", "no", "no", "yes"])
    assert data.feature_names == ["size", "colour", "grade", "sold"]
    assert [data.levels(d) for d in range(4)] == [[], ["blue", "red"], ["b", "a", "c"], []]
    assert data.classes == ["no", "yes"] and data.labels.tolist() == [1, 0, 0, 1]
    assert numpy.array_equal(values_of(data), [[1.5, 1, 0, 1], [2, 0, 1, 0], [numpy.nan, numpy.nan, 1, 1],
                                               [4, 1, 0, 1]], equal_nan=True)


def test_numbers_of_pandas_are_numbers():
    frame = pandas.DataFrame({"whole": pandas.array([1, None, 3], dtype="Int64"),
                              "truth": pandas.array([True, False, None], dtype="boolean"),
                              "name": pandas.array(["b", None, "a"], dtype="string")})
    data = coppice.Dataset(frame)
    assert [data.levels(d) for d in range(3)] == [[], [], ["a", "b"]]
    expected = [[1, 1, 1], [numpy.nan, 0, numpy.nan], [3, numpy.nan, 0]]
    assert numpy.array_equal(values_of(data), expected, equal_nan=True)


def test_frames_find_their_columns_by_name(rows):
    x, y = rows
    frame = pandas.DataFrame(x, columns=list("abcd"))
    model = coppice.Solver("cgens", learners=5).fit(frame, y)
    assert model.feature_names == list("abcd")
    assert (model.predict(frame[list("dacb")]) == model.predict(x)).all()
    with pytest.raises(coppice.CoppiceError, match='"c"'):
        model.predict(frame[list("abd")])


def test_labels_are_numbers_text_or_several_numbers(rows):
    x, y = rows
    assert coppice.Dataset(x, y).classes == ["-1", "1"]
    assert coppice.Dataset(x, y > 0).classes == ["0", "1"]
    assert coppice.Dataset(x, numpy.where(y > 0, "ja", "nei")).classes == ["ja", "nei"]
    assert coppice.Dataset(x, numpy.c_[y, y]).classes == []


def test_subsets_and_splits_share_names(spam):
    first, second = spam.split(0.25, seed=3)
    assert first.rows + second.rows == spam.rows and first.classes == spam.classes
    picked = spam.subset([5, 5, 0])
    assert (values_of(picked) == [spam.row(5), spam.row(5), spam.row(0)]).all()


def test_weights_are_copies(rows):
    x, y = rows
    copies = numpy.arange(100) % 3 + 1
    weighed = coppice.Solver("svm", tolerance=1e-10).fit(x, y, weights=copies)
    repeated = coppice.Solver("svm", tolerance=1e-10).fit(numpy.repeat(x, copies, axis=0), numpy.repeat(y, copies))
    assert weighed.get("objective") == pytest.approx(repeated.get("objective"), rel=1e-8)


def test_tables_are_read_like_others():
    labor = coppice.Dataset.read_csv(DATA / "labor.csv", label="class")
    again = coppice.Dataset.read_csv(str(DATA / "labor.csv"), label="class", like=labor)
    assert labor.rows == again.rows and labor.feature_names == again.feature_names
    assert any(labor.levels(d) for d in range(labor.features))


TABLE = """who,note,a,trust,y,b
first,"any, text",1,0.5,no,2
second,7,3,2,yes,4
,,5,1,no,6
"""
ROLES = {"label": "y", "id": "who", "weight": "trust", "ignore": ["note"]}


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
    return path


def weights_of_classes(data):
    """What a model that knows both classes finds in the rows of each."""
    model = coppice.Solver("cgens", learners=1).fit([[0.0, 0], [1, 1]], ["no", "yes"])
    return model.evaluate(data).confusion.sum(axis=1).tolist()


def test_columns_of_a_table_have_roles(table):
    data = coppice.Dataset.read_csv(table, **ROLES)
    assert values_of(data).tolist() == [[1, 2], [3, 4], [5, 6]]
    assert data.feature_names == ["a", "b"] and data.feature_columns == [3, 6]
    assert data.classes == ["no", "yes"] and data.label_column == "y"
    assert data.row_names == ["first", "second", ""]
    assert weights_of_classes(data) == [1.5, 2]
    assert data.subset([1, 0]).row_names == ["second", "first"]
    by_number = coppice.Dataset.read_csv(table, label=5, id=1, weight=4, ignore=2, categories=[3])
    assert by_number.levels(0) == ["1", "3", "5"] and by_number.row_names == data.row_names
    assert coppice.Dataset.read_csv(table, label="y", ignore=["who", "note", "trust"]).row_names is None


def test_what_is_no_table_has_no_columns():
    data = coppice.Dataset([[1.0, 2.0]], [1])
    assert (data.feature_columns, data.label_column, data.row_names) == (None, None, None)


def test_tables_without_a_header_have_numbers(tmp_path):
    (tmp_path / "plain.csv").write_text("1,-1\n2,1\n")
    data = coppice.Dataset.read_csv(tmp_path / "plain.csv", label=2)
    assert (data.feature_columns, data.label_column) == ([1], "2")


def test_roles_are_those_of_other_data_or_of_a_model(table, tmp_path):
    data = coppice.Dataset.read_csv(table, **ROLES)
    model = coppice.Solver("cgens", learners=1).fit(data)
    assert (model.get("label_column"), model.get("id_column")) == ("y", "who")
    other = tmp_path / "other.csv"
    other.write_text("trust,b,more,y,a,who\n3,20,x,yes,10,me\n1,21,2,no,11,you\n")
    again = coppice.Dataset.read_csv(other, like=data)
    assert again.feature_names == ["b", "a"] and again.feature_columns == [2, 5]
    assert values_of(again).tolist() == [[20, 10], [21, 11]]
    assert again.row_names == ["me", "you"] and weights_of_classes(again) == [1, 3]
    unweighted = coppice.Dataset.read_csv(other, like=data, weight=False)
    assert weights_of_classes(unweighted) == [1, 1]
    bare = coppice.Dataset.read_csv(other, like=model, label=False, id=False)
    assert (bare.label_column, bare.classes, bare.row_names) == (None, [], None)
    assert coppice.Dataset.read_csv(other, like=model).row_names == ["me", "you"]


@pytest.mark.parametrize("roles, says", [
    ({"label": "y", "weight": "y"}, 'column "y" is the label already; expected one role a column'),
    ({"label": "y", "ignore": ["note", "y"]}, 'column "y" is the label already'),
    ({"label": "y", "ignore": [5]}, 'column 5 "y" is given two roles; expected one'),
    ({"label": "y", "weight": "no such"}, 'line 1: no cell is "no such", the name of the weight'),
    ({"label": "y", "weight": "who"}, 'line 2, column 1 "who": weight "first"; expected 0 or a number'),
    ({"label": "y", "id": 7}, "line 1: there is no column 7 to be the id; expected 1 to 6"),
    ({"label": "y", "id": ""}, 'column is ""; expected a name, or a number from 1'),
])
def test_wrong_roles_are_refused(table, roles, says):
    with pytest.raises(ValueError) as caught:
        coppice.Dataset.read_csv(table, **roles)
    assert says in str(caught.value)


def test_made_up_rows_are_the_same_for_a_seed():
    first, second = (coppice.Dataset.generate("ringnorm", 50, noise=0.1, seed=7) for _ in range(2))
    assert (values_of(first) == values_of(second)).all() and first.features == 20
