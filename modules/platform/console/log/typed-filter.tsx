import { Input } from 'antd'
import { useState } from 'react'

/** Text that narrows a list when Enter is pressed or it is left, not with every letter. Key it by its value. */
export function TypedFilter({
  label,
  value,
  onApply,
  min = 1,
}: {
  label: string
  value: string
  onApply: (value: string) => void
  /** Shorter texts are not asked for. */
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
        // The cross of the field empties it at once.
        if (event.target.value === '' && value !== '') onApply('')
      }}
      onPressEnter={apply}
      onBlur={apply}
    />
  )
}
