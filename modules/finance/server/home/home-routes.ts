import { type Route, serveCall } from '@wattyard/server-kit'
import { homeCourse, homeFigures, homeTodo } from '../../contract/index.ts'
import { courseOfHome } from './home-course.ts'
import { todayFigures } from './home-figures.ts'
import { todosOf } from './home-todo.ts'
import type { FinanceWorld } from '../ports.ts'

/** The three answers of the home page. Everybody signed in may ask; each answer holds what the asker may read. */
export function homeRoutes(world: FinanceWorld): Route[] {
  return [
    serveCall(homeFigures, {
      work: 'read',
      async handle({ tx, caller }) {
        const asOf = world.clock.now()
        return { list: await todayFigures(tx, caller, asOf), asOf }
      },
    }),
    serveCall(homeTodo, {
      work: 'read',
      async handle({ tx, caller }) {
        const asOf = world.clock.now()
        return { list: await todosOf(tx, caller, asOf), asOf }
      },
    }),
    serveCall(homeCourse, {
      work: 'read',
      handle: ({ tx, caller }) => courseOfHome(tx, caller, world.clock.now()),
    }),
  ]
}
