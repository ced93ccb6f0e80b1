import type { Todo } from '../../contract/index.ts'

/** Returns the id of an item in the list. */
export const idOf = ({ kind, subject, pile }: Pick<Todo, 'kind' | 'subject' | 'pile'>): string =>
  `${kind}${pile?.id ?? subject ?? ''}`
