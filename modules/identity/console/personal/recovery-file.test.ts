import { expect, test } from 'vitest'
import { recoveryFile } from './recovery-file.ts'

const rule = {
  codes: ['AAAA-1111', 'BBBB-2222'],
  account: 'chen/jing',
  company: '示例充电',
  at: Date.UTC(2026, 10, 26, 18, 0),
  zone: 'Asia/Shanghai',
  t: (key: string, params: Readonly<Record<string, string>> = {}) => [key, ...Object.values(params)].join(' '),
}

test('name and content say whose codes they are and since when', () => {
  const { name, text } = recoveryFile(rule)
  expect(name).toBe('identity.factor.fileTitle-示例充电-chen jing-2026-11-27.txt')
  const lines = text.split('\n')
  for (const part of ['示例充电', 'chen/jing', '2026-11-27 02:00:00']) expect(text).toContain(part)
  expect(lines.slice(-3)).toEqual(['AAAA-1111', 'BBBB-2222', ''])
})

test('a tenant without a name leaves no gap', () => {
  const { name, text } = recoveryFile({ ...rule, company: '' })
  expect(name).toBe('identity.factor.fileTitle-chen jing-2026-11-27.txt')
  expect(text).not.toContain('fileOfCompany')
})
