/**
 * Returns the function with its result kept for each argument, which must not change: what follows from a definition alone is
 * made once in a process, however many servers are made from it.
 */
export function oncePer<From extends object, Made>(make: (from: From) => Made): (from: From) => Made {
  const made = new WeakMap<From, { readonly it: Made }>()
  return from => {
    const known = made.get(from)
    if (known) return known.it
    const it = make(from)
    made.set(from, { it })
    return it
  }
}
