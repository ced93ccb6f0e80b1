import { type ResourceIndex, type Route, serveCall } from '@wattyard/server-kit'
import { homeFigures, homeLoadProfile, homeStations, homeTodo } from '../../contract/index.ts'
import { loadProfileOfHome } from './home-load-profile.ts'
import { todayFigures } from './home-figures.ts'
import { rankStations } from './home-stations.ts'
import { todosOf } from './home-todo.ts'
import type { FinanceWorld } from '../ports.ts'

/**
 * Serves the four calls of the home page. Every signed-in person can call them; each answer contains only what the caller may
 * read.
 */
export function homeRoutes(world: FinanceWorld, index: ResourceIndex): Route[] {
  return [
    serveCall(homeFigures, {
      work: 'read',
      async handle({ tx, caller }) {
        const asOf = world.clock.now()
        return { ...(await todayFigures(tx, caller, asOf)), asOf }
      },
    }),
    serveCall(homeTodo, {
      work: 'read',
      async handle({ tx, caller }) {
        const asOf = world.clock.now()
        return { list: await todosOf(tx, caller, asOf, index), asOf }
      },
    }),
    serveCall(homeStations, {
      work: 'read',
      handle: ({ tx, caller }) => rankStations(tx, caller, world.clock.now()),
    }),
    serveCall(homeLoadProfile, {
      work: 'read',
      handle: ({ tx, caller }) => loadProfileOfHome(tx, caller, world.clock.now()),
    }),
  ]
}
