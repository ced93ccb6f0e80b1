import { describe, expect, test } from 'vitest'
import { FETCHED_AHEAD, likelyPages, readVisits, withVisit } from './likely-pages.ts'

describe('pages fetched ahead', () => {
  const menu = ['/a', '/b', '/c', '/d']

  test('the most opened page comes first, the later one of equals, then the menu', () => {
    expect(likelyPages(['/c', '/d', '/d', '/b'], menu)).toEqual(['/d', '/b', '/c', '/a'])
  })

  test('a page that the user cannot or can no longer open is not fetched', () => {
    expect(likelyPages(['/gone', '/gone', '/b'], menu)).toEqual(['/b', '/a', '/c', '/d'])
  })

  test('only a few pages are fetched', () => {
    const many = Array.from({ length: 30 }, (_, index) => `/${index}`)
    expect(likelyPages(['/20'], many)).toEqual(['/20', ...many.slice(0, FETCHED_AHEAD - 1)])
  })

  test('old visits expire, so that a new habit counts', () => {
    let visits: string[] = Array.from({ length: 60 }, () => '/a')
    for (let day = 0; day < 40; day++) visits = withVisit(visits, '/b')
    expect(visits).toHaveLength(60)
    expect(likelyPages(visits, menu)[0]).toBe('/b')
  })

  test('an invalid stored value is ignored', () => {
    for (const text of [null, '', '{', '{"a":1}', '"x"', '[1,null,{}]']) expect(readVisits(text)).toEqual([])
    expect(readVisits('["/a",3,"/b"]')).toEqual(['/a', '/b'])
  })
})
