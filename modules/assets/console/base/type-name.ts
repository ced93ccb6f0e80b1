import { type Language, nameIn } from '@wattyard/resource'
import { deviceType } from '../../contract/device-type.ts'

/** Returns a type's name in the reader's language; its main name when it has none in that language. */
export function typeName(type: object, language: Language): string {
  return nameIn(deviceType, { ...type }, language)
}
