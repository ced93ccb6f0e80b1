import type { TypeAttribute } from '../../contract/device-type.ts'

/** Returns the list with one attribute changed, without the properties that its kind does not have. */
export function changedAttribute(
  list: readonly TypeAttribute[],
  at: number,
  change: Partial<TypeAttribute>,
): TypeAttribute[] {
  return list.map((one, i) => {
    if (i !== at) return one
    const { values, unit, ...rest } = { ...one, ...change }
    return {
      ...rest,
      ...(rest.kind === 'number' && unit ? { unit } : {}),
      ...(rest.kind === 'oneOf' ? { values: values ?? [] } : {}),
    }
  })
}
