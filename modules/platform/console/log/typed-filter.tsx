import { Input } from 'antd'
import { useState } from 'react'

/** Draws a text filter that applies on Enter or when it is left, not at every letter. Use its value as its key. */
export function TypedFilter({
  label,
  value,
  onApply,
  min = 1,
}: {
  label: string
  value: string
  onApply: (value: string) => void
  /** Shortest text that is applied. */
  min?: number
}) {
  const [typed, setTyped] = useState(value)
  const apply = (): void => {
    const text = typed.trim()
    if (text !== value && (text === '' || text.length >= min)) onApply(text)
  }
  return (
    <Input
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={60}
      allowClear
      style={{ width: 180 }}
      onChange={event => {
        setTyped(event.target.value)
        // The field's clear button applies at once.
        if (event.target.value === '' && value !== '') onApply('')
      }}
      onPressEnter={apply}
      onBlur={apply}
    />
  )
}
