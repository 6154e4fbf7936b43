from __future__ import annotations

import inspect
import typing
import unittest

from posthorn import resources, types


class Types(unittest.TestCase):
    def test_every_type_and_every_signature_resolves(self) -> None:
        dictionaries = [one for one in vars(types).values() if typing.is_typeddict(one)]
        self.assertGreater(len(dictionaries), 100)
        for one in dictionaries:
            typing.get_type_hints(one)
        for resource in vars(resources).values():
            if inspect.isclass(resource) and resource.__module__ == resources.__name__:
                for method in filter(inspect.isfunction, vars(resource).values()):
                    typing.get_type_hints(method)

    def test_a_field_named_like_a_python_keyword_exists(self) -> None:
        self.assertEqual(types.EmailSend.__required_keys__, {"from", "to"})
