import { expect, test } from 'vitest'
import { draftOf } from '../../contract/index.ts'
import { aPlan } from '../../testing/a-tariff.ts'
import { setBasePrice } from './edit-model.ts'
import { stripKey } from './strip-keys.ts'
import { begun, type EditorAction, type EditorState, planOfState, rangeOf, reduceEditor } from './use-edit.ts'

const press = (key: string, held: { shift?: boolean; ctrl?: boolean; alt?: boolean } = {}) =>
  stripKey(
    { key, shiftKey: held.shift ?? false, ctrlKey: held.ctrl ?? false, metaKey: false, altKey: held.alt ?? false },
    40,
  )

test('arrows move by a quarter-hour or an hour and stop at the edges; with Shift they extend', () => {
  expect(press('ArrowRight')).toEqual({ kind: 'move', to: 41, extend: false })
  expect(press('ArrowUp', { shift: true })).toEqual({ kind: 'move', to: 36, extend: true })
  expect(
    stripKey({ key: 'PageDown', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }, 94),
  ).toMatchObject({ to: 95 })
  expect([press('Home'), press('End')]).toMatchObject([{ to: 0 }, { to: 95 }])
})

test('the letters paint, Delete clears, and the browser keeps its own keys', () => {
  expect(press('j')).toEqual({ kind: 'paint', period: 'J' })
  expect(press('G')).toEqual({ kind: 'paint', period: 'G' })
  expect(press('Delete')).toEqual({ kind: 'clear' })
  expect([press('z', { ctrl: true }), press('Z', { ctrl: true, shift: true }), press('y', { ctrl: true })]).toEqual([
    { kind: 'undo' },
    { kind: 'redo' },
    { kind: 'redo' },
  ])
  expect([
    press('p', { ctrl: true }),
    press('ArrowLeft', { alt: true }),
    press('x'),
    press('Tab'),
    press('F5'),
  ]).toEqual([null, null, null, null, null])
})

const run = (...actions: EditorAction[]): EditorState => actions.reduce(reduceEditor, begun(draftOf([aPlan()])))
const periods = (state: EditorState) =>
  planOfState(state)
    ?.cells.map(cell => cell?.period ?? '-')
    .join('')

test('a stroke is one step, however far it goes back and forth', () => {
  const stroke = run(
    { type: 'brush', brush: 'J' },
    { type: 'strokeBegin', at: 50, extend: false },
    { type: 'strokeMove', at: 60 },
    { type: 'strokeMove', at: 52 },
    { type: 'strokeEnd' },
  )
  expect(periods(stroke)?.slice(48, 56)).toBe('PPJJJPPP')
  expect(rangeOf(stroke)).toEqual({ from: 50, to: 53 })
  expect(stroke.history.past).toHaveLength(1)
  expect(periods(reduceEditor(stroke, { type: 'undo' }))).toBe(periods(run()))
})

test('a selection is not a step, and a pointer beyond the edge counts as at the edge', () => {
  const selected = run(
    { type: 'strokeBegin', at: 90, extend: false },
    { type: 'strokeMove', at: 130 },
    { type: 'strokeEnd' },
  )
  expect(selected.history.past).toEqual([])
  expect(rangeOf(selected)).toEqual({ from: 90, to: 96 })
  expect(rangeOf(reduceEditor(selected, { type: 'strokeBegin', at: -5, extend: true }))).toEqual({ from: 0, to: 91 })
})

test('the keys of one price are one step, and the next visit of its input is another', () => {
  const draft = draftOf([aPlan()])
  const typed = (price: string): EditorAction => ({
    type: 'typed',
    edit: setBasePrice(begun(draft).history.now, 'J', 'service', price),
    input: 'J.service',
  })
  const state = run(typed('1'), typed('1.2'), typed('1.25'))
  expect(state.history.past).toHaveLength(1)
  expect(state.history.now.base.J.service).toBe('1.25')
  const again = [{ type: 'typedAll' } as const, typed('1.3')].reduce(reduceEditor, state)
  expect(again.history.past).toHaveLength(2)
  expect(reduceEditor(again, { type: 'undo' }).history.now.base.J.service).toBe('1.25')
})
