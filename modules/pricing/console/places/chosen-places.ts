import { createContext, useContext } from 'react'
import type { AssignmentTarget } from '../../contract/index.ts'

/** Place with its name, selected for an assignment or for its history. */
export type ChosenPlace = AssignmentTarget & { readonly name: string }

export interface ChosenPlaces {
  readonly chosen: ReadonlyMap<string, ChosenPlace>
  readonly canChoose: boolean
  readonly choose: (place: ChosenPlace, on: boolean) => void
  readonly showHistory: (place: ChosenPlace) => void
}

export const ChosenContext = createContext<ChosenPlaces | null>(null)

export function useChosen(): ChosenPlaces {
  const places = useContext(ChosenContext)
  if (!places) throw new Error('useChosen is for parts of the pile price page')
  return places
}

export function placeKey({ level, id }: AssignmentTarget): string {
  return `${level} ${id ?? ''}`
}
