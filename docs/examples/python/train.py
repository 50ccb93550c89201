"""Train on real mails, and say how good the model is on others.

    train.py FOLDER
"""
import pathlib
import sys

import coppice

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "capi_tests/data")
mails = coppice.Dataset.read_svmlight(folder / "spam.train.svm")
others = coppice.Dataset.read_svmlight(folder / "spam.test.svm")

model = coppice.Solver("cgens", C=0.01, learners=60).fit(mails)

print(f"held-out error {100 * model.evaluate(others).criterion('error'):.2f} %")
print(f"first mail scores {model.predict_row(others.row(0)):+.3f}")
print(f"objective {model.get('objective'):.4f}")
for feature, count in enumerate(model.get("feature_counts")):
    if count >= 4:
        print(f"feature {feature} is looked at by {count:.0f} stumps")
