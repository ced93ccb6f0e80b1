import { createContext } from 'react'

/** How many times the page's pixels a part is drawn large: above 1 inside a wall stage on a big screen. Charts need it to be sharp. */
export const WallScale = createContext(1)
