// A phone that another one has replaced at a table outside of any event: what it still has to send.
import { tellSaved } from "./morph.js";

tellSaved();
