import { expect, it } from 'vitest'
import { fileNameOf } from './file-name.ts'

const at = Date.parse('2026-11-28T07:00:00Z')
const nameOf = (title: string): string => fileNameOf({ title, zone: 'Asia/Shanghai' }, 'xlsx', at)

it('has the day on which it was made', () => {
  expect(nameOf('充电站')).toBe('充电站-2026-11-28.xlsx')
  expect(fileNameOf({ title: '充电站' }, 'xlsx', at)).toBe('充电站.xlsx')
})

it('has no second day behind those of which it tells, which would read as the end of a period', () => {
  expect(nameOf('应收账龄 2026-10-31')).toBe('应收账龄 2026-10-31.xlsx')
  expect(nameOf('凭证 2026-10-01 2026-10-31')).toBe('凭证 2026-10-01 2026-10-31.xlsx')
})

it('keeps a mask visible, and has no sign that file systems refuse', () => {
  expect(nameOf('M00000032 吴** 资金流水')).toBe('M00000032 吴＊＊ 资金流水-2026-11-28.xlsx')
  expect(nameOf('a/b: "c"  d')).toBe('a b c d-2026-11-28.xlsx')
})
