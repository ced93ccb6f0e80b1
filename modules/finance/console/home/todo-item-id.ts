import type { Todo } from '../../contract/index.ts'

/** Returns the id of an item in the list. */
export const idOf = ({ kind, subject }: Pick<Todo, 'kind' | 'subject'>): string => `${kind}${subject ?? ''}`
