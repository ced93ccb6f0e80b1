import { expect, test } from 'vitest'
import { isLegalPerson } from './legal-person.ts'

test.each([
  '深圳青禾电气设备有限公司',
  '深圳青禾电气设备有限公司龙岗分公司',
  '珠海横琴智桩投资合伙企业（有限合伙）',
  '北京市某某律师事务所',
  'Iberia Movilidad Cargadores S.L.',
  'Energía del Sur SA',
  'Ladestrom GmbH',
])('%s is a company', name => {
  expect(isLegalPerson(name)).toBe(true)
})

test.each(['张三', '欧阳锋', '李公司', 'Luisa', 'María Salas', 'Elsa', 'Hans Müller', 'Rosa L', '张三 货款', ''])(
  '%s may be a person',
  name => {
    expect(isLegalPerson(name)).toBe(false)
  },
)
