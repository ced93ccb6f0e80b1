/** Request and response payload of every action of a protocol, by action name. */
export type ActionTable<T> = { [A in keyof T]: [request: object, response: object] }

/** Called by both sides; every other action has one caller. */
export const BOTH_WAYS = 'DataTransfer'

/** Actions of the central system: all that the pile does not call, and `DataTransfer`. */
export type SystemActionOf<T extends ActionTable<T>, Pile extends keyof T> = Exclude<
  keyof T & string,
  Exclude<Pile, typeof BOTH_WAYS>
>

/** A call of one of these actions whose payload has passed its schema. */
export type CallOf<T extends ActionTable<T>, A extends keyof T> = {
  [K in A]: { action: K; payload: T[K][0] }
}[A]
