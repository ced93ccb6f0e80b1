import { useEffect, useState } from 'react'
import { useWords } from '../words/use-words.ts'
import { marksOf, type PlacedErrors, placeErrors, withoutField } from './form-errors.ts'

type Messages = Readonly<Record<string, string>>

export interface FormErrors extends PlacedErrors {
  /** Increases whenever messages are shown, so that the first of them gets the focus. */
  readonly times: number
  /** Shows messages by path, in place of those before. */
  readonly show: (errors: Messages) => void
  /** Adds messages at other paths than those that are shown; the focus stays where it is. */
  readonly join: (errors: Messages) => void
  /** Takes away the messages of a field that the person is changing. */
  readonly mend: (key: string) => void
}

/** Words of the places inside a field. Entries of lists are counted from 1. */
const PART_WORDS: Readonly<Record<string, string>> = { lng: 'kit.lng', lat: 'kit.lat' }

/**
 * Holds the messages of a form and places them at its fields.
 * @param shown fields of the form, in order
 * @param nameOf word key of a field of the definition; undefined for anything else
 */
export function useFormErrors(shown: readonly string[], nameOf: (key: string) => string | undefined): FormErrors {
  const { t, language } = useWords()
  const [{ errors, times }, setShown] = useState<{ errors: Messages; times: number }>({ errors: {}, times: 0 })
  const fieldName = (key: string): string | null => {
    const word = nameOf(key)
    return word === undefined ? null : t(word)
  }
  const partName = (part: string): string | null => {
    const [first = ''] = part.split('.')
    if (/^\d+$/.test(first)) return t('kit.entryNo', { no: Number(first) + 1 })
    const word = PART_WORDS[first]
    return word === undefined ? null : t(word)
  }
  return {
    ...placeErrors(errors, shown, { fieldName, partName, marks: marksOf(language) }),
    times,
    show: next => setShown(before => ({ errors: next, times: before.times + 1 })),
    join: more => setShown(before => ({ ...before, errors: { ...more, ...before.errors } })),
    mend: key => setShown(before => ({ ...before, errors: withoutField(before.errors, key) })),
  }
}

/**
 * Moves the focus into a field, to the control that is marked as wrong, else to the first one, and the field to the middle: on a
 * phone, the message of the whole form stands at the lower edge.
 */
export function focusField(place: ParentNode | null, key: string): void {
  const field = place?.querySelector(`[data-field="${CSS.escape(key)}"]`)
  const control =
    field?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    field?.querySelector<HTMLElement>('input,textarea,select,button,[tabindex="0"]')
  control?.focus()
  field?.scrollIntoView({ block: 'center' })
}

/** Moves the focus to the first wrong field whenever messages are shown. */
export function useFocusOnErrors(place: { readonly current: ParentNode | null }, { fields, times }: FormErrors): void {
  const [first] = Object.keys(fields)
  useEffect(() => {
    if (times > 0 && first !== undefined) requestAnimationFrame(() => focusField(place.current, first))
    // Only newly shown messages move the focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `first` follows from them
  }, [times])
}
