import { expect, test } from 'vitest'
import zh from '../../locales/zh.json' with { type: 'json' }
import { blurProblem, dialogProblem, EMPTY_PASSWORDS, type Passwords } from './password-rules.ts'

const words: Readonly<Record<string, string>> = zh.identity.password
const typed = (over: Partial<Passwords>): Passwords => ({ ...EMPTY_PASSWORDS, ...over })
const said = (rule: typeof blurProblem, field: keyof Passwords, over: Partial<Passwords>) =>
  words[rule(field, typed(over)) ?? ''] ?? null

test('the dialog shows the text of the contract, word for word (§5)', () => {
  expect(said(dialogProblem, 'oldPassword', {})).toBe('请输入旧密码!')
  expect(said(dialogProblem, 'newPassword', {})).toBe('请输入新密码!')
  expect(said(dialogProblem, 'checkPass', { newPassword: 'sixsix', checkPass: 'other' })).toBe('输入的密码不一致!')
  expect(words.changed).toBe('成功修改密码!')
  const good = { oldPassword: 'x', newPassword: 'sixsix', checkPass: 'sixsix' }
  for (const field of ['oldPassword', 'newPassword', 'checkPass'] as const)
    expect(said(dialogProblem, field, good)).toBeNull()
})

test('so does the second rule set, whose minimum of six now holds', () => {
  expect(said(blurProblem, 'newPassword', {})).toBe('请输入密码')
  expect(said(blurProblem, 'newPassword', { newPassword: '12345' })).toBe('密码小于6个字符')
  expect(said(blurProblem, 'newPassword', { newPassword: '充电站密码六' })).toBeNull()
  expect(said(blurProblem, 'checkPass', { newPassword: 'sixsix' })).toBe('请再次输入密码')
  expect(said(blurProblem, 'checkPass', { newPassword: 'sixsix', checkPass: 'sixsi' })).toBe('两次输入密码不一致!')
})
