import { type Route, route } from '@wattyard/server-kit'
import { z } from 'zod'
import { homeCourse } from './home-course.ts'
import { todayFigures } from './home-figures.ts'
import { homeTodo } from './home-todo.ts'
import type { FinanceWorld } from './ports.ts'

const nothing = z.strictObject({})
const get = ['GET', 'POST'] as const

/** The three answers of the home page. Everybody signed in may ask; each answer holds what the asker may read. */
export function homeRoutes(world: FinanceWorld): Route[] {
  return [
    route({
      method: get,
      path: '/api/home/figures',
      access: 'signed-in',
      input: nothing,
      work: 'read',
      summary: 'how today is going',
      async handle({ tx, caller }) {
        const asOf = world.clock.now()
        return { list: await todayFigures(tx, caller, asOf), asOf }
      },
    }),
    route({
      method: get,
      path: '/api/home/todo',
      access: 'signed-in',
      input: nothing,
      work: 'read',
      summary: 'what is wrong and what has to be done',
      async handle({ tx, caller }) {
        const asOf = world.clock.now()
        return { list: await homeTodo(tx, caller, asOf), asOf }
      },
    }),
    route({
      method: get,
      path: '/api/home/course',
      access: 'charging.order:read',
      input: nothing,
      work: 'read',
      summary: 'energy and revenue per quarter of an hour, today and yesterday',
      handle: ({ tx, caller }) => homeCourse(tx, caller, world.clock.now()),
    }),
  ]
}
