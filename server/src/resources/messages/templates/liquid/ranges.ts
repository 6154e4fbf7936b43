/**
 * Keeps ranges small. Above 2^53 adding one changes nothing, so the library would fill the memory with
 * (9007199254740992..9007199254740994); and it limits only the number of elements. It has no hook for the ends of a range, so
 * both pass through a filter: (a..b) is parsed as (a | range_bound..b | range_bound).
 */
import { Expression, Tokenizer, TypeGuards, type ValueToken } from 'liquidjs'

const readGroupOrRange = Tokenizer.prototype.readGroupOrRange

Tokenizer.prototype.readGroupOrRange = function () {
  const token = readGroupOrRange.call(this)
  if (TypeGuards.isRangeToken(token)) {
    token.lhs = bounded(token.lhs)
    token.rhs = bounded(token.rhs)
  }
  return token
}

function bounded(end: ValueToken): ValueToken {
  const token = new Tokenizer('0 | range_bound').readFilteredValue()
  token.initial = new Expression([end])
  return token
}
