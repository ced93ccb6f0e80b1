import { type AnsweredColumn, type AnswerWitness, isLoose, type Shape } from '@wattyard/server-kit'

/** Rows looked at of one answer; what a statement answers at all shows in the first ones. */
const ROWS = 200

/** How a statement is named in a failure: its beginning on one line. */
const named = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 160)

function columnProblems(shape: Shape, columns: readonly AnsweredColumn[]): string[] {
  const answered = new Map(columns.map(one => [one.name, one.dataTypeID]))
  const stated = Object.entries(shape).flatMap(([name, { types }]) => {
    const type = answered.get(name)
    if (type === undefined) return [`${name} is stated and not answered`]
    return types.includes(type) ? [] : [`${name} has type ${type}, stated as ${types.join(' or ')}`]
  })
  const more = isLoose(shape) ? [] : [...answered.keys()].filter(name => !(name in shape))
  return [...stated, ...more.map(name => `${name} is answered and not stated`)]
}

function valueProblems(shape: Shape, rows: readonly Record<string, unknown>[]): string[] {
  const problems = new Set<string>()
  for (const row of rows.slice(0, ROWS))
    for (const [name, { nullable, words }] of Object.entries(shape)) {
      const value = row[name]
      if (value === null && !nullable) problems.add(`${name} is null, stated as never null`)
      if (words === null || value === null) continue
      const strange = [value].flat().find(one => typeof one === 'string' && !words.includes(one))
      if (typeof strange === 'string') problems.add(`${name} is ${strange}, stated as one of ${words.join(', ')}`)
    }
  return [...problems]
}

/** Columns that fit, by shape and statement: they cannot change while a database stands. */
const proved = new WeakMap<Shape, Set<string>>()

export const judgeAnswer: AnswerWitness = (shape, text, { columns, rows }) => {
  const known = proved.get(shape) ?? new Set()
  const problems = known.has(text) ? [] : columnProblems(shape, columns)
  problems.push(...valueProblems(shape, rows))
  if (problems.length > 0) throw new Error(`${problems.join('; ')}, in: ${named(text)}`)
  proved.set(shape, known.add(text))
}
