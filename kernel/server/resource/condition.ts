/** A growing WHERE clause with numbered parameters; text only ever comes from definitions, values never. */
export class Condition {
  readonly #parts: string[] = []
  readonly values: unknown[]

  constructor(values: readonly unknown[] = []) {
    this.values = [...values]
  }

  /** Adds a parameter and gives its placeholder. */
  value(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  add(part: string): this {
    this.#parts.push(part)
    return this
  }

  get text(): string {
    return this.#parts.length ? this.#parts.join(' and ') : 'true'
  }
}
