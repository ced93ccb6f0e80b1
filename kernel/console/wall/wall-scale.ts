import { createContext } from 'react'

/** Scale of a part against the page's pixels: above 1 inside a wall stage on a big screen. Charts need it to be sharp. */
export const WallScale = createContext(1)
