import { expect, test } from 'vitest'
import { type FollowedForm, followVersion } from './rivals.ts'

const opened: FollowedForm = {
  before: { name: 'A', phone: '1', note: null, bays: 4 },
  values: { name: 'A', phone: '2', note: 'mine', bays: 4 },
  rivals: {},
  taken: [],
}

test('a field that was not edited follows, an edited one keeps what was typed', () => {
  expect(followVersion(opened, { name: 'A', phone: '1', note: null, bays: 9 })).toEqual({
    before: { name: 'A', phone: '1', note: null, bays: 9 },
    values: { name: 'A', phone: '2', note: 'mine', bays: 9 },
    rivals: {},
    taken: ['bays'],
  })
})

test('a field that both changed is a rival, unless both wrote the same', () => {
  const fresh = { name: 'A', phone: '3', note: 'mine', bays: 4 }
  const followed = followVersion(opened, fresh)
  expect(followed.values).toEqual({ name: 'A', phone: '2', note: 'mine', bays: 4 })
  expect(followed.rivals).toEqual({ phone: '3' })
  expect(followed.taken).toEqual([])
})

test('a rival stays over later versions, with their newest value, until nothing differs', () => {
  const once = followVersion(opened, { ...opened.before, phone: '3' })
  const other = followVersion(once, { ...once.before, bays: 5 })
  expect(other.rivals).toEqual({ phone: '3' })
  expect(followVersion(other, { ...other.before, phone: '4' }).rivals).toEqual({ phone: '4' })
  expect(followVersion(other, { ...other.before, phone: '2' }).rivals).toEqual({})
  // Emptied by others is a value too.
  expect(followVersion(other, { ...other.before, phone: null }).rivals).toEqual({ phone: null })
})

test('values that others took back are not news', () => {
  expect(followVersion(opened, opened.before)).toEqual(opened)
})
