import { describe, expect, test } from 'vitest'
import { cellWord, choicesOf, valueOfWord } from './choices.ts'
import { begun, changeRows, columnsOf, rowAfter, type RowsAction } from './edit-rows.ts'

const ROWS = [{ key: 'a', address: '0' }, { key: 'b' }]
const after = (...actions: RowsAction[]) => actions.reduce(changeRows, begun(ROWS))

describe('rows that are edited', () => {
  test('a cell is set and cleared, and an action without a change is not a step', () => {
    expect(after({ type: 'set', row: 0, column: 'address', text: ' 7 ' }).rows[0]).toEqual({ key: 'a', address: '7' })
    expect(after({ type: 'set', row: 0, column: 'address', text: '' }).rows[0]).toEqual({ key: 'a' })
    expect(after({ type: 'set', row: 0, column: 'address', text: '0' }).past).toEqual([])
    expect(after({ type: 'set', row: 9, column: 'key', text: 'x' }).rows).toBe(ROWS)
  })
  test('pasting fills to the right and down, adds rows, and stops at the last column', () => {
    const cells = [
      ['x', '1', 'too much'],
      ['', '2'],
      ['z', ''],
    ]
    expect(after({ type: 'paste', row: 1, columns: ['key', 'address'], cells }).rows).toEqual([
      { key: 'a', address: '0' },
      { key: 'x', address: '1' },
      { address: '2' },
      { key: 'z' },
    ])
  })
  test('steps are undone and redone; a new step clears the redo', () => {
    const changed = after({ type: 'remove', row: 0 }, { type: 'insert', at: 0, rows: [{ key: 'n' }] }, { type: 'undo' })
    expect(changed.rows).toEqual([{ key: 'b' }])
    expect(changeRows(changed, { type: 'redo' }).rows).toEqual([{ key: 'n' }, { key: 'b' }])
    expect(changeRows(changed, { type: 'remove', row: 0 }).future).toEqual([])
    const back = changeRows(changed, { type: 'undo' })
    expect(back.rows).toBe(ROWS)
    expect(changeRows(back, { type: 'undo' })).toBe(back)
    expect(changeRows(begun([]), { type: 'redo' }).rows).toEqual([])
  })
  test('the rows are limited to the size of a map', () => {
    expect(after({ type: 'replace', rows: Array.from({ length: 510 }, () => ({ key: 'k' })) }).rows).toHaveLength(500)
  })
  test('a new row continues the one before it', () => {
    expect(rowAfter('modbusTcp', { key: 'a', area: 'input', type: 'f32', order: 'CDAB' })).toEqual({
      area: 'input',
      type: 'f32',
      order: 'CDAB',
    })
    expect(rowAfter('modbusTcp', undefined)).toEqual({ area: 'holding', type: 'u16' })
    expect(rowAfter('dlt645', undefined)).toEqual({ area: 'item' })
  })
  test('columns without meaning for a protocol are not shown', () => {
    expect(columnsOf('modbusTcp')).toHaveLength(18)
    expect(columnsOf('dlt645')).not.toContain('order')
    expect(columnsOf('ocpp16')).toEqual(['key', 'name', 'address', 'scale', 'unit', 'measurand'])
  })
})

describe('words of cells', () => {
  const words: Record<string, string> = {
    'gateway.point.typeValue.u16': 'sin signo 16',
    'gateway.point.measurandValue.voltage': 'Tensión',
  }
  const t = (key: string) => words[key] ?? key
  const has = (key: string) => key in words
  test('a value is shown by its word and found by it again', () => {
    expect(cellWord(t, has, 'type', 'u16')).toBe('sin signo 16')
    expect(cellWord(t, has, 'type', 'u99')).toBe('u99')
    expect(cellWord(t, has, 'scale', '0.1')).toBe('0.1')
    expect(valueOfWord(t, has, 'modbusTcp', 'type', ' SIN SIGNO 16 ')).toBe('u16')
    expect(valueOfWord(t, has, 'modbusTcp', 'measurand', 'Tensión')).toBe('voltage')
    expect(valueOfWord(t, has, 'modbusTcp', 'measurand', 'nonsense')).toBe('nonsense')
    expect(valueOfWord(t, has, 'modbusTcp', 'name', 'Tensión')).toBe('Tensión')
  })
  test('the choices depend on the other cells of the row', () => {
    expect(choicesOf('modbusTcp', 'type', { area: 'coil' })).toEqual(['bool'])
    expect(choicesOf('modbusTcp', 'unit', { measurand: 'voltage' })).toEqual(['V', 'mV', 'kV'])
    expect(choicesOf('modbusTcp', 'unit', {})).toContain('kWh')
    expect(choicesOf('modbusTcp', 'key', {})).toBeNull()
  })
})
