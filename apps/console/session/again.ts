import { isDirtyTab, useSession } from '@wattyard/console-kit'
import { create } from 'zustand'
import { useTabs } from '../tabs/tab-store.ts'

interface Asked {
  answer(end: AgainEnd): void
}

/** `renewed`: the same person goes on. `stays`: on the page, signed out. `leaves`: for the login page. */
export type AgainEnd = 'renewed' | 'stays' | 'leaves'

/** The open question of a page whose session has ended: who was signed in signs in again over it (decision 416). */
export const useAgain = create<{ readonly asked: Asked | null }>()(() => ({ asked: null }))

/** Returns whether a reload would take something from the person that signing in over the page keeps. */
export function wouldLose(): boolean {
  const { me } = useSession.getState()
  // A guest has no password to sign in with.
  if (me === null || me.roles.includes('guest')) return false
  return isDirtyTab() || useTabs.getState().tabs.length > 1
}

/** Asks the person to sign in over the page. */
export async function signInAgain(): Promise<AgainEnd> {
  const { promise, resolve } = Promise.withResolvers<AgainEnd>()
  const answer = (end: AgainEnd): void => {
    useAgain.setState({ asked: null })
    resolve(end)
  }
  useAgain.setState({ asked: { answer } })
  return promise
}
